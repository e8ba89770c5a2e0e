#ifndef CARDSTOCK_CGRAPHICS_SHIM_H
#define CARDSTOCK_CGRAPHICS_SHIM_H
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#endif
