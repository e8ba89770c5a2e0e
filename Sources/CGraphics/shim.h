#ifndef CARDSTOCK_CGRAPHICS_SHIM_H
#define CARDSTOCK_CGRAPHICS_SHIM_H
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

/* Macros are not seen from Swift. */
static inline PangoFcFontMap *card_fc_font_map(PangoFontMap *map) {
  return PANGO_FC_FONT_MAP(map);
}
static inline FcPattern *card_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}
static inline cairo_scaled_font_t *card_scaled_font(PangoFont *font) {
  return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font))
                                   : NULL;
}

/* FreeType tells its version by an open library only. */
static inline void card_freetype_version(int version[3]) {
  FT_Library library;
  version[0] = version[1] = version[2] = 0;
  if (FT_Init_FreeType(&library)) return;
  FT_Library_Version(library, &version[0], &version[1], &version[2]);
  FT_Done_FreeType(library);
}
static inline const char *card_harfbuzz_version(void) { return hb_version_string(); }

/* Pango warns through GLib's structured log; nothing of it belongs on standard error. */
static inline GLogWriterOutput card_drop_log(GLogLevelFlags level, const GLogField *fields,
                                             gsize count, gpointer data) {
  (void)level, (void)fields, (void)count, (void)data;
  return G_LOG_WRITER_HANDLED;
}
static inline void card_silence_log(void) { g_log_set_writer_func(card_drop_log, NULL, NULL); }
#endif
