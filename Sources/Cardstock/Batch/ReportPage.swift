internal import CardModel
internal import Foundation

/// One self-contained HTML page about a run, the worst fits first.
///
/// It shows a thumbnail of each card and what happened to it, works from the file system, in light
/// and dark, and without a network.
struct ReportPage {
  /// The page up to its first card.
  static func head(_ notes: [String]) -> String {
    """
    <!doctype html><!-- \(BatchReportWriter.notice) -->
    <html lang="en"><head><meta charset="utf-8"><title>Cardstock report</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>
    :root { color-scheme: light dark; --line: #8884; --soft: #8882; }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
    h1 { font-size: 1.5rem; margin: 0 0 .25rem; } p.note { opacity: .7; margin: 0 0 1.25rem; } li.note { opacity: .75; }
    .bar { display: flex; gap: .75rem; flex-wrap: wrap; margin: 0 0 1rem; position: sticky; top: 0;
      background: Canvas; padding: .5rem 0; border-bottom: 1px solid var(--line); }
    select, input { font: inherit; padding: .25rem .5rem; }
    article { display: grid; grid-template-columns: 220px 1fr; gap: 1rem; padding: .9rem 0;
      border-bottom: 1px solid var(--line); }
    article img { width: 220px; height: auto; box-shadow: 0 0 0 1px var(--line); background: #fff; }
    article .none { width: 220px; min-height: 80px; display: grid; place-items: center;
      background: var(--soft); }
    h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; } .place { opacity: .7; margin: 0 0 .35rem; }
    ul { margin: 0; padding: 0; list-style: none; } li { margin: .15rem 0; overflow-wrap: anywhere; }
    li::before { content: attr(data-word); font-size: .75rem; font-weight: 600; margin-right: .5rem;
      padding: .05rem .4rem; border-radius: .3rem; background: var(--soft); }
    li.error::before { background: #b3261e; color: #fff; } li.warning::before { background: #9a6700; color: #fff; }
    table { border-collapse: collapse; font-size: .85rem; margin: .4rem 0; } td, th { text-align: left;
      padding: .05rem .9rem .05rem 0; font-weight: 400; } th { opacity: .7; } tr.small td { font-weight: 600; }
    .hash { font: .75rem ui-monospace, monospace; opacity: .6; overflow-wrap: anywhere; margin: .3rem 0 0; }
    details summary { font-size: .85rem; opacity: .8; cursor: pointer; }
    @media (max-width: 40rem) { article { grid-template-columns: 1fr; } }
    </style></head><body>
    <h1>Cardstock report</h1><p class="note">\(BatchReportWriter.notice)</p>\(paragraphs(notes))
    <div class="bar"><label>Show <select id="show"><option value="0">all cards</option>
    <option value="1">with notes</option><option value="2">with warnings</option>
    <option value="3">failed</option></select></label>
    <label>Sort <select id="sort"><option value="fit">worst fit first</option>
    <option value="index">as in the data</option></select></label>
    <label>Find <input id="find" type="search" placeholder="any word"></label>
    <span id="count"></span></div><main>

    """
  }

  /// The page after its last card.
  static func foot(_ summary: BatchExport.Summary) -> String {
    """
    </main><p class="note">\(numbers(summary))</p>\(sizes(summary.batchSizes))
    <script>
    const main = document.querySelector('main'), cards = [...main.children];
    const show = document.getElementById('show'), sort = document.getElementById('sort');
    const find = document.getElementById('find'), count = document.getElementById('count');
    function update() {
      const word = find.value.toLowerCase(); let seen = 0;
      cards.sort((a, b) => sort.value === 'fit'
        ? b.dataset.worst - a.dataset.worst || a.dataset.index - b.dataset.index
        : a.dataset.index - b.dataset.index);
      for (const card of cards) {
        const visible = +card.dataset.level >= +show.value
          && card.textContent.toLowerCase().includes(word);
        card.hidden = !visible; seen += visible; main.append(card);
      }
      count.textContent = seen + ' of ' + cards.length + ' cards';
    }
    for (const control of [show, sort, find]) control.addEventListener('input', update);
    update();
    </script></body></html>

    """
  }

  /// A card on the page.
  static func card(_ outcome: CardOutcome) -> String {
    let thumbnail =
      outcome.thumbnail.map {
        "<img loading=\"lazy\" alt=\"\" src=\"data:image/png;base64,\(Data($0).base64EncodedString())\">"
      } ?? "<div class=\"none\">\(outcome.failure == nil ? "unchanged" : "no card")</div>"
    var lines: [String] = []
    if let failure = outcome.failure {
      lines.append(line("error", failure.message))
      if let place = failure.place { lines.append(line("note", "at \(place)")) }
      let cell = [
        failure.row.map { "row \($0)" }, failure.column.map { "column '\($0)'" },
        failure.value.map { "value '\($0)'" },
      ].compactMap { $0 }
      if !cell.isEmpty { lines.append(line("note", cell.joined(separator: ", "))) }
      if let hint = failure.hint { lines.append(line("note", hint)) }
    }
    for finding in outcome.findings.sorted(by: { $0.severity > $1.severity }) {
      let node = (finding.id ?? finding.path?.description).map { " (\($0))" } ?? ""
      lines.append(line(finding.severity.rawValue, finding.message + node))
    }
    if let places = places(outcome.sheetPlaces) { lines.append(line("sheet", places)) }
    let title = outcome.files.first ?? "Record \(outcome.index)"
    return """
      <article data-index="\(outcome.index)" data-level="\(outcome.level)" \
      data-worst="\(number(outcome.badness))">\(thumbnail)<div><h2>\(escaped(title))</h2>\
      <p class="place">\(escaped(outcome.place ?? "record \(outcome.index)"))</p>\
      <ul>\(lines.joined())</ul>\(texts(outcome.texts))\(hashes(outcome.hashes))</div></article>

      """
  }

  /// Where a card lies, by sheet; of many copies the first ones.
  private static func places(_ places: [CardOutcome.SheetPlace]) -> String? {
    guard !places.isEmpty else { return nil }
    var text = ""
    var sheet: Int?
    for place in places.prefix(12) {
      if place.sheet != sheet {
        text += "\(sheet == nil ? "" : "; ")Sheet \(place.sheet): "
      } else {
        text += ", "
      }
      sheet = place.sheet
      text += "row \(place.row) column \(place.column)"
    }
    return places.count > 12 ? text + ", and \(places.count - 12) more" : text
  }

  /// The sizes and faces of the texts, those that shrank most first.
  private static func texts(_ texts: [CardOutcome.TextFit]) -> String {
    guard !texts.isEmpty else { return "" }
    let rows = texts.sorted { $0.share < $1.share }.map { text in
      let size = "\(decimals(text.size)) of \(decimals(text.styleSize)) pt"
      let lines = text.lines == 1 ? "1 line" : "\(text.lines) lines"
      let cells = [
        escaped(text.label), size, lines + (text.isCut ? ", cut" : ""),
        escaped(text.faces.joined(separator: ", ")),
      ]
      return "<tr\(text.share < 1 ? " class=\"small\"" : "")>"
        + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    let least = texts.map(\.share).min() ?? 1
    let share = "the smallest has \(Int((least * 100).rounded()))\u{202F}% of its size"
    return "<details><summary>\(texts.count) texts, \(share)</summary>"
      + "<table><tr><th>Text</th><th>Size</th><th>Lines</th><th>Faces</th></tr>"
      + rows.joined() + "</table></details>"
  }

  private static func hashes(_ hashes: [String]) -> String {
    hashes.map { "<p class=\"hash\">SHA-256 \($0)</p>" }.joined()
  }

  private static func numbers(_ summary: BatchExport.Summary) -> String {
    let made = summary.made == 1 ? "1 card was made" : "\(summary.made) cards were made"
    let failed = summary.failed == 1 ? "1 record failed" : "\(summary.failed) records failed"
    let document = summary.documentHash.map { " The document's SHA-256 is \($0)." } ?? ""
    return "\(made), \(summary.unchanged) were there already, \(failed)."
      + (summary.isStopped ? " The run was ended early." : "") + document
  }

  /// What the labels with a common size got.
  private static func sizes(_ sizes: BatchSizes) -> String {
    sizes.labels.sorted { $0.key < $1.key }.map { name, label in
      "<p class=\"note\">The text '\(escaped(name))' has \(decimals(label.size)) pt on "
        + "\(label.cards - label.exceptions) of \(label.cards) cards, and less on the others.</p>"
    }.joined()
  }

  private static func paragraphs(_ notes: [String]) -> String {
    notes.map { "<p class=\"note\">\(escaped($0))</p>" }.joined()
  }

  private static func decimals(_ value: Double) -> String { number((value * 100).rounded() / 100) }

  /// A card on the page with what reading its files again found.
  static func card(_ text: String, verifiedWith reasons: [String]) -> String {
    let lines =
      reasons.isEmpty
      ? line("note", "The files say what they should.")
      : reasons.map { line("error", "Not verified: " + $0) }.joined()
    // The first list is that of the card's findings; texts are escaped.
    let parts = text.split(separator: "<ul>", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    var head = String(parts[0])
    if !reasons.isEmpty {
      head = head.replacing(/data-level="\d" data-worst="/, with: "data-level=\"3\" data-worst=\"3")
    }
    return head + "<ul>" + lines + parts[1] + "\n"
  }

  private static func line(_ kind: String, _ text: String) -> String {
    "<li class=\"\(kind)\" data-word=\"\(kind)\">\(escaped(text))</li>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension CardOutcome {
  /// 0 where nothing happened, 1 with notes, 2 with warnings, 3 where there is no card.
  var level: Int {
    if failure != nil { return 3 }
    switch findings.map(\.severity).max() {
    case .error: return 3
    case .warning: return 2
    case .note: return 1
    case nil: return 0
    }
  }

  /// How badly a card fits: failures first, then cut texts and warnings, then the smallest share
  /// of its style's size that a text got.
  var badness: Double {
    let cut = texts.count { $0.isCut }
    let least = texts.map(\.share).min() ?? 1
    return Double(level) * 1000 + Double(cut) * 10 + (1 - least)
  }
}

extension CardOutcome.TextFit {
  /// The share of its style's size that the text got.
  var share: Double { styleSize > 0 ? size / styleSize : 1 }
}
