#ifndef CARDSTOCK_LATE_H
#define CARDSTOCK_LATE_H
#include <stddef.h>

// Libraries that are opened when they are first needed. Most runs read no spreadsheet and put no
// SVG into a PDF; without the sixteen libraries that takes, the tool starts faster and needs some
// six megabytes less.
//
// A door lists its functions as LIST(F), each as F(result, name, (parameters), (arguments)).
// Callers see the names of the library; the symbols behind them are these functions, which have
// `late_` before the name and call on. Before the first of them, `late_NAME()` has to say that the
// library is there.

typedef struct {
  const char *name;
  void **address;
} late_symbol;

// Opens the first library that is found and finds the symbols; 0 where one is missing.
int late_open(const char *const *libraries, const late_symbol *symbols, size_t count);

#define LATE_POINTER(result, name, parameters, arguments) static __typeof__(&name) late_at_##name;
#define LATE_SYMBOL(result, name, parameters, arguments) {#name, (void **)&late_at_##name},
// A list that says another type than the library's header does not compile.
#define LATE_FUNCTION(result, name, parameters, arguments)                                        \
  result late_##name parameters;                                                                  \
  _Static_assert(__builtin_types_compatible_p(__typeof__(late_##name), __typeof__(name)), #name); \
  result late_##name parameters { return late_at_##name arguments; }

// All of a door, but for what its header says. The names end with a null.
#define LATE_LIBRARY(library, LIST, ...) LATE_LIBRARY_OF(library, LIST, LIST, __VA_ARGS__)

// The same where some symbols are not functions.
#define LATE_LIBRARY_OF(library, FUNCTIONS, SYMBOLS, ...)                             \
  SYMBOLS(LATE_POINTER)                                                               \
  FUNCTIONS(LATE_FUNCTION)                                                            \
  static pthread_once_t late_once_##library = PTHREAD_ONCE_INIT;                      \
  static int late_has_##library;                                                      \
  static void late_open_##library(void) {                                             \
    static const char *const names[] = {__VA_ARGS__};                                 \
    static const late_symbol symbols[] = {SYMBOLS(LATE_SYMBOL)};                      \
    late_has_##library = late_open(names, symbols, sizeof symbols / sizeof *symbols); \
  }                                                                                   \
  int late_##library(void) {                                                          \
    pthread_once(&late_once_##library, late_open_##library);                          \
    return late_has_##library;                                                        \
  }
#endif
