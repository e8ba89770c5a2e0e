/// The tags of a document in reading order, and its outline (ISO 32000-1, 14.7, 14.8 and 12.3.3).
///
/// Elements go out as they are closed; what stays is a number for each card and each page.
final class PDFStructure {
  private static let leafSize = 64

  private let file: PDFFile
  private let root: Int
  private let document: Int
  private var sections: [Int] = []
  private var leaves: [(first: Int, last: Int, object: Int)] = []
  private var pages: [Int] = []
  private var pageCount = 0
  private let outline: Int
  private var firstEntry: Int?
  private var lastEntry: (object: Int, title: String, page: Int, before: Int?)?
  private var entryCount = 0

  init(file: PDFFile) {
    self.file = file
    root = file.reserve()
    document = file.reserve()
    outline = file.reserve()
  }

  /// Begins the tags of a page.
  func beginPage(_ page: Int) -> PDFPageTags {
    defer { pageCount += 1 }
    return PDFPageTags(file: file, document: document, page: page, key: pageCount)
  }

  /// Ends the tags of a page.
  func endPage(_ tags: PDFPageTags) {
    sections += tags.sections
    var owners = PDFContent()
    owners.add("[")
    for owner in tags.owners {
      owners.reference(owner)
      owners.add(" ")
    }
    owners.add("]")
    pages.append(file.add(owners))
    if pages.count == Self.leafSize { endLeaf() }
    for title in tags.entries { add(title, page: tags.page) }
  }

  private func endLeaf() {
    guard !pages.isEmpty else { return }
    let first = pageCount - pages.count
    var content = PDFContent()
    content.add("<</Limits[")
    content.add(first)
    content.add(" ")
    content.add(pageCount - 1)
    content.add("]/Nums[")
    for (index, page) in pages.enumerated() {
      content.add(first + index)
      content.add(" ")
      content.reference(page)
      content.add(" ")
    }
    content.add("]>>")
    leaves.append((first, pageCount - 1, file.add(content)))
    pages.removeAll(keepingCapacity: true)
  }

  /// Adds an entry of the outline; each is written once the next one is known.
  private func add(_ title: String, page: Int) {
    let object = file.reserve()
    let before = lastEntry?.object
    if lastEntry == nil { firstEntry = object }
    writeEntry(next: object)
    lastEntry = (object, title, page, before)
    entryCount += 1
  }

  private func writeEntry(next: Int?) {
    guard let entry = lastEntry else { return }
    var content = PDFContent()
    content.add("<</Title")
    content.string(entry.title)
    content.add("/Parent ")
    content.reference(outline)
    if let before = entry.before {
      content.add("/Prev ")
      content.reference(before)
    }
    if let next {
      content.add("/Next ")
      content.reference(next)
    }
    content.add("/Dest[")
    content.reference(entry.page)
    content.add("/Fit]>>")
    file.write(entry.object, content)
  }

  /// Ends the tags and the outline, and adds them to the catalogue.
  func finish(_ catalogue: inout PDFContent) {
    endLeaf()
    var element = PDFContent()
    element.add("<</Type/StructElem/S/Document/P ")
    element.reference(root)
    element.add("/K[")
    for section in sections {
      element.reference(section)
      element.add(" ")
    }
    element.add("]>>")
    file.write(document, element)
    var tree = PDFContent()
    tree.add("<</Type/StructTreeRoot/K ")
    tree.reference(document)
    tree.add("/ParentTreeNextKey ")
    tree.add(pageCount)
    tree.add("/ParentTree<</Kids[")
    for leaf in leaves {
      tree.reference(leaf.object)
      tree.add(" ")
    }
    tree.add("]>>>>")
    file.write(root, tree)
    catalogue.add("/MarkInfo<</Marked true>>/StructTreeRoot ")
    catalogue.reference(root)
    writeEntry(next: nil)
    var entries = PDFContent()
    entries.add("<</Type/Outlines")
    if let firstEntry, let lastEntry {
      entries.add("/First ")
      entries.reference(firstEntry)
      entries.add("/Last ")
      entries.reference(lastEntry.object)
      entries.add("/Count ")
      entries.add(entryCount)
    }
    entries.add(">>")
    file.write(outline, entries)
    if entryCount > 0 {
      catalogue.add("/Outlines ")
      catalogue.reference(outline)
    }
  }
}

/// The tags of a page while it is drawn.
struct PDFPageTags {
  private struct Element {
    let object: Int
    let parent: Int
    let tag: String
    var entries: PDFContent
    var kids = PDFContent()
  }

  private let file: PDFFile
  private let document: Int
  let page: Int
  /// The page's place in the parent tree.
  let key: Int
  private var open: [Element] = []
  /// The element of each piece of marked content.
  private(set) var owners: [Int] = []
  /// The cards of the page.
  private(set) var sections: [Int] = []
  /// What the outline says of them.
  private(set) var entries: [String] = []
  private var title: (text: String, isHeading: Bool)?
  private var level = 0
  private var isListed = false

  init(file: PDFFile, document: Int, page: Int, key: Int) {
    self.file = file
    self.document = document
    self.page = page
    self.key = key
  }

  /// The tag of the element that is open.
  var current: String? { open.last?.tag }

  /// Opens an element.
  mutating func begin(_ tag: String, _ entries: PDFContent = PDFContent()) {
    open.append(
      Element(
        object: file.reserve(), parent: open.last?.object ?? document, tag: tag,
        entries: entries))
  }

  /// Begins a card; a front has an entry in the outline.
  mutating func beginCard(isFront: Bool) {
    level = 0
    isListed = isFront
    title = nil
    begin("Sect")
  }

  /// Notes a heading of a level of the design.
  ///
  /// - Returns: Its level here: no level is left out, as readers jump from one to the next.
  mutating func heading(_ wanted: Int) -> Int {
    level = min(wanted, level + 1)
    return level
  }

  /// Notes a text: the outline calls a card by its first heading, or by its first text.
  mutating func list(_ text: String, isHeading: Bool) {
    if title == nil || isHeading && title?.isHeading == false { title = (text, isHeading) }
  }

  /// Marks what is drawn next as part of the open element.
  ///
  /// - Returns: Its number on the page.
  mutating func mark() -> Int {
    guard let last = open.indices.last else { return 0 }
    let number = owners.count
    owners.append(open[last].object)
    open[last].kids.add(number)
    open[last].kids.add(" ")
    return number
  }

  /// Closes the open element.
  mutating func end() {
    guard let element = open.popLast() else { return }
    var content = PDFContent()
    content.add("<</S/")
    content.add(text: element.tag)
    content.add("/P ")
    content.reference(element.parent)
    content.add("/Pg ")
    content.reference(page)
    content.add(element.entries.bytes)
    if !element.kids.bytes.isEmpty {
      content.add("/K[")
      content.add(element.kids.bytes)
      content.add("]")
    }
    content.add(">>")
    file.write(element.object, content)
    if let parent = open.indices.last {
      open[parent].kids.reference(element.object)
      open[parent].kids.add(" ")
    } else {
      sections.append(element.object)
      if isListed, let title { entries.append(title.text) }
    }
  }
}
