#ifndef CARDSTOCK_CARCHIVE_SHIM_H
#define CARDSTOCK_CARCHIVE_SHIM_H
#include <zip.h>
#endif
