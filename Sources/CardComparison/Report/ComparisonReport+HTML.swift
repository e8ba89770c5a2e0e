extension ComparisonReport {
  /// The report as one self-contained page that works from the file system, without a network.
  public var html: String {
    // Within a script element only "<" could end it early.
    let data = value(withPictures: true).text().replacing("<", with: "\\u003c")
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(Self.escaped(title))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      \(ReportStyle.css)
      </style></head><body>
      <div id="app"></div>
      <noscript>This report needs a browser with scripts; it loads nothing from anywhere.</noscript>
      <script type="application/json" id="data">\(data)</script>
      <script>
      \(ReportScript.text)
      </script></body></html>

      """
  }
}
