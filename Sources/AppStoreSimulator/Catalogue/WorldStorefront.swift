/// A storefront of the App Store: its country or region and Apple's number for it.
public struct WorldStorefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let code: String
    /// Apple's number for the storefront, such as `143441`.
    public let id: String

    /// A storefront by its code and Apple's number.
    public init(code: String, id: String) {
        self.code = code
        self.id = id
    }

    /// The storefront with this alpha-3 code, or `nil` when the simulator does not know its number.
    public init?(code: String) {
        guard let id = Self.numbers[code] else { return nil }
        self.init(code: code, id: id)
    }

    /// The United States, where a customer is unless said otherwise.
    public static let usa = WorldStorefront(code: "USA", id: "143441")
}
