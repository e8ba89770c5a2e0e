#ifndef CARDSTOCK_CBARCODE_SHIM_H
#define CARDSTOCK_CBARCODE_SHIM_H
#include <zint.h>

// The modules of a row, eight to a byte, the first in the lowest bit. Swift has the array as a tuple
// of 200 tuples, whose type alone takes it milliseconds to make.
static inline const unsigned char *card_zint_row(const struct zint_symbol *symbol, int row) {
  return symbol->encoded_data[row];
}
#endif
