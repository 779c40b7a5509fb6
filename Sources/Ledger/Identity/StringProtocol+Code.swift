extension StringProtocol {
    /// Whether it has the form of the codes of currencies and storefronts: three capital letters of ASCII.
    package var isThreeLetterCode: Bool {
        self.utf8.count == 3 && self.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
