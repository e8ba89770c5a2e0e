import CardModel
import Testing

@testable import CardRender

struct SVGGateTests {
  private func refusal(_ text: String) -> SVGRefusal? {
    do throws(SVGRefusal) {
      _ = try SVGGate.check(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("<svg><use href='#a'/></svg>", true),
    ("<svg><a href='https://example.org'><g/></a></svg>", true),
    ("<svg><style>a{fill:url(#b)}</style></svg>", true), ("<svg onload='x()'/>", true),
    ("<svg><image href='data:image/png;base64,iVBORw0KGgo='/></svg>", true),
    ("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://w3.org/a.dtd'><svg/>", true),
    ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", false), ("<svg>&nbsp;</svg>", false),
    ("<svg>&amp;&#65;&#x42;</svg>", true), ("<svg><image href='a.png'/></svg>", true),
    ("<svg><use href='a.svg#b'/></svg>", false),
    ("<svg><use xlink:href='&#104;ttp://a/b'/></svg>", false),
    ("<svg><g fill='url(http://a/b#c)'/></svg>", false),
    ("<svg><g style='fill:u\\72l( \"//a/b\" )'/></svg>", false),
    ("<svg><style>@im/**/port 'a.css'</style></svg>", false),
    ("<svg><style><![CDATA[@import 'a.css']]></style></svg>", true),
    ("<svg><style>@&#105;mport 'a.css'</style></svg>", false),
    ("<?xml-stylesheet href='a.css'?><svg/>", true),
    ("<svg xmlns:x='http://www.w3.org/2001/XInclude'/>", false),
    ("<?xml version='1.0' encoding='UTF-7'?><svg/>", false),
    ("<?xml version='1.0' encoding='UTF-16'?><svg/>", false), ("<html/>", false), ("text", false),
    ("", false), ("<svg>", false), ("<svg></g>", false), ("<svg/><svg/>", false),
    (
      "<svg><image href='data:image/svg+xml,%3Csvg%3E%3Cimage href=\"a\"/%3E%3C/svg%3E'/></svg>",
      true
    ),
    (
      "<svg><image href='data:image/svg+xml,%3Csvg%3E%3Cuse href=\"a\"/%3E%3C/svg%3E'/></svg>",
      false
    ),
    ("<svg><!-- <image href='a.png'/> --></svg>", true),
  ])
  func `only what stays inside the file passes`(text: String, passes: Bool) {
    #expect((refusal(text) == nil) == passes, "\(String(describing: refusal(text)))")
  }

  @Test func `a document type without definitions is blanked out`() throws {
    let passed = try SVGGate.check(Array("<!DOCTYPE svg>\n<svg width='1'/>".utf8))
    #expect(!String(decoding: passed.bytes, as: UTF8.self).contains("DOCTYPE"))
    #expect(passed.root == ["width": "1"])
  }

  @Test(arguments: [
    "<svg><image href='a.png'/></svg>", "<svg><feImage xlink:href='&#104;ttp://a.png'/></svg>",
    "<svg><style>@Import 'a.png';</style></svg>", "<?xml-stylesheet href='a.png'?><svg/>",
    "<svg><style><![CDATA[@import url(\"a.png\")]]></style></svg>",
    "<svg><style>@font-face { src: url(http://a.png) }</style></svg>",
    "<svg><image href='data:image/svg+xml,%3Csvg%3E%3Cimage href=\"a.png\"/%3E%3C/svg%3E'/></svg>",
  ])
  func `what is outside is blanked out and told of`(text: String) throws {
    let passed = try SVGGate.check(Array(text.utf8))
    #expect(!String(decoding: passed.bytes, as: UTF8.self).contains("a.png"))
    #expect(passed.bytes.count == text.utf8.count)
    #expect(passed.isBlanked)
    #expect(passed.remarks.count == 1)
  }

  @Test func `limits are named by their numbers`() {
    let many = "<svg>" + String(repeating: "<g/>", count: 50_000) + "</svg>"
    #expect(refusal(many)?.reason == "has more than 50000 elements")
    let deep = String(repeating: "<svg>", count: 300) + String(repeating: "</svg>", count: 300)
    #expect(refusal(deep)?.reason == "nests elements more than 200 deep")
    let long = "<svg>" + String(repeating: " ", count: 3_000_000) + "</svg>"
    #expect(refusal(long)?.reason.contains("2097152") == true)
    #expect(throws: SVGRefusal.self) { try SVGGate.check([0xFF, 0xFE, 0x3C, 0]) }
  }

  @Test(
    arguments: [
      (["width": "30mm", "height": "20mm"], 30 / 25.4 * 72, 20 / 25.4 * 72),
      (["width": "96px", "height": "96"], 72, 72), (["width": "36pt", "height": "1in"], 36, 72),
      (["viewBox": "0 0 200,100"], 150, 75), (["width": "2.54cm", "viewBox": "0 0 2 1"], 72, 36),
      (["width": "100%", "height": "100%", "viewBox": "0 0 96 48"], 72, 36), ([:], 225, 112.5),
    ] as [([String: String], Double, Double)])
  func `sizes follow units and the view box`(
    root: [String: String], width: Double, height: Double
  ) throws {
    let size = try SVGSize(root: root).points
    #expect(abs(size.width - width) < 1e-9)
    #expect(abs(size.height - height) < 1e-9)
  }
}
