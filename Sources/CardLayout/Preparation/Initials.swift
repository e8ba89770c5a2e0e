internal import CardModel

/// The initials of a person's name: at most two, of its first and its last word.
///
/// A name in one word, as names in Chinese, Japanese and Korean are, gives its first letter. What
/// is no letter or digit is passed over; a letter keeps all of its marks.
func initials(of name: String) -> String {
  let letters = name.split(whereSeparator: \.isWhitespace).compactMap { word in
    word.first { $0.isLetter || $0.isNumber }
  }
  guard let first = letters.first else { return "" }
  guard letters.count > 1, let last = letters.last else { return upper(first) }
  return upper(first) + upper(last)
}

/// A letter in upper case, where that is still one letter.
private func upper(_ letter: Character) -> String {
  let upper = letter.uppercased()
  return upper.count == 1 ? upper : String(letter)
}
