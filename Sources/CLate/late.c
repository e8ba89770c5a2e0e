#include "late.h"

#include <dlfcn.h>

int late_open(const char *const *libraries, const late_symbol *symbols, size_t count) {
  void *library = NULL;
  for (; *libraries && !library; libraries++) library = dlopen(*libraries, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  for (size_t i = 0; i < count; i++) {
    *symbols[i].address = dlsym(library, symbols[i].name);
    if (!*symbols[i].address) return 0;
  }
  return 1;
}
