#ifndef CARDSTOCK_CNETTLE_SHIM_H
#define CARDSTOCK_CNETTLE_SHIM_H
#include <nettle/sha2.h>
#endif
