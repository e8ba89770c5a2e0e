#include <late.h>
#include <pthread.h>
#include <zip.h>

int late_zip(void);

#define ZIP(F)                                                                                     \
  F(void, zip_discard, (zip_t * archive), (archive))                                               \
  F(int, zip_fclose, (zip_file_t * file), (file))                                                  \
  F(zip_file_t *, zip_fopen_index, (zip_t * archive, zip_uint64_t index, zip_flags_t flags),       \
    (archive, index, flags))                                                                       \
  F(zip_int64_t, zip_fread, (zip_file_t * file, void *bytes, zip_uint64_t count),                  \
    (file, bytes, count))                                                                          \
  F(zip_int64_t, zip_name_locate, (zip_t * archive, const char *name, zip_flags_t flags),          \
    (archive, name, flags))                                                                        \
  F(zip_t *, zip_open, (const char *path, int flags, int *error), (path, flags, error))            \
  F(zip_t *, zip_open_from_source, (zip_source_t * source, int flags, zip_error_t *error),         \
    (source, flags, error))                                                                        \
  F(zip_source_t *, zip_source_buffer_create,                                                      \
    (const void *bytes, zip_uint64_t count, int is_freed, zip_error_t *error),                     \
    (bytes, count, is_freed, error))                                                               \
  F(void, zip_source_free, (zip_source_t * source), (source))                                      \
  F(int, zip_stat_index,                                                                           \
    (zip_t * archive, zip_uint64_t index, zip_flags_t flags, zip_stat_t *facts),                   \
    (archive, index, flags, facts))                                                                \
  F(void, zip_stat_init, (zip_stat_t * facts), (facts))

LATE_LIBRARY(zip, ZIP, "libzip.so.4", "libzip.so.5", "libzip.so", "libzip.dylib", NULL)
