#include <late.h>
#include <pthread.h>
#include <sqlite3.h>

int late_sqlite(void);

typedef int (*row_function)(void *state, int count, char **values, char **names);

#define SQLITE(F)                                                                                  \
  F(int, sqlite3_close, (sqlite3 * database), (database))                                          \
  F(const void *, sqlite3_column_blob, (sqlite3_stmt * statement, int column),                     \
    (statement, column))                                                                           \
  F(int, sqlite3_column_bytes, (sqlite3_stmt * statement, int column), (statement, column))        \
  F(int, sqlite3_column_count, (sqlite3_stmt * statement), (statement))                            \
  F(double, sqlite3_column_double, (sqlite3_stmt * statement, int column), (statement, column))    \
  F(int, sqlite3_column_int, (sqlite3_stmt * statement, int column), (statement, column))          \
  F(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * statement, int column),                   \
    (statement, column))                                                                           \
  F(const char *, sqlite3_column_name, (sqlite3_stmt * statement, int column),                     \
    (statement, column))                                                                           \
  F(const unsigned char *, sqlite3_column_text, (sqlite3_stmt * statement, int column),            \
    (statement, column))                                                                           \
  F(int, sqlite3_column_type, (sqlite3_stmt * statement, int column), (statement, column))         \
  F(int, sqlite3_deserialize,                                                                      \
    (sqlite3 * database, const char *schema, unsigned char *bytes, sqlite3_int64 size,             \
     sqlite3_int64 capacity, unsigned flags),                                                      \
    (database, schema, bytes, size, capacity, flags))                                              \
  F(const char *, sqlite3_errmsg, (sqlite3 * database), (database))                                \
  F(int, sqlite3_exec,                                                                             \
    (sqlite3 * database, const char *text, row_function each, void *state, char **message),        \
    (database, text, each, state, message))                                                        \
  F(int, sqlite3_finalize, (sqlite3_stmt * statement), (statement))                                \
  F(int, sqlite3_limit, (sqlite3 * database, int limit, int value), (database, limit, value))      \
  F(void *, sqlite3_malloc64, (sqlite3_uint64 size), (size))                                       \
  F(int, sqlite3_open_v2,                                                                          \
    (const char *path, sqlite3 **database, int flags, const char *module),                         \
    (path, database, flags, module))                                                               \
  F(int, sqlite3_prepare_v2,                                                                       \
    (sqlite3 * database, const char *text, int length, sqlite3_stmt **statement,                   \
     const char **rest),                                                                           \
    (database, text, length, statement, rest))                                                     \
  F(int, sqlite3_step, (sqlite3_stmt * statement), (statement))                                    \
  F(int, sqlite3_stmt_readonly, (sqlite3_stmt * statement), (statement))

LATE_LIBRARY(sqlite, SQLITE, "libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib", NULL)
