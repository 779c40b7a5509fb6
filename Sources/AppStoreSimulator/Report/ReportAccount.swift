/// What a developer has in App Store Connect: the team key with which reports are read, and the vendor number.
public struct ReportAccount: Sendable, Hashable {
    /// The team key; its tokens name no app.
    public let key: APIKey
    /// The vendor number, eight digits.
    public let vendorNumber: String

    /// The account of a world with this seed.
    public init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: "vendor number")
        self.key = APIKey(teamSeed: seed)
        self.vendorNumber = String(80_000_000 + generator.number(below: 10_000_000))
    }
}
