#ifndef CARDSTOCK_CSVG_SHIM_H
#define CARDSTOCK_CSVG_SHIM_H
#include <cairo-script.h>
#include <librsvg/rsvg.h>
#endif
