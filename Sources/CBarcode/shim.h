#ifndef CARDSTOCK_CBARCODE_SHIM_H
#define CARDSTOCK_CBARCODE_SHIM_H
#include <zint.h>
#endif
