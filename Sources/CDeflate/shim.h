#ifndef CARDSTOCK_CDEFLATE_SHIM_H
#define CARDSTOCK_CDEFLATE_SHIM_H
#include <libdeflate.h>
#endif
