#ifndef CARDSTOCK_SVG_RECORDER_H
#define CARDSTOCK_SVG_RECORDER_H

#include <cairo.h>
#include <stdio.h>

// Lends the text of the file that is drawn: only fonts that it names are remarked on.
void recorderSetDocument(const char *bytes);

// Writes what was drawn on a recording surface, and all that it refers to; 0 where it is too large.
int recorderWrite(cairo_surface_t *surface, double width, double height, FILE *file);

#endif
