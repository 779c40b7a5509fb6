/// Why a key cannot be used for Apple's server interfaces.
public enum AppStoreKeyError: Error, Hashable, Sendable {
    /// The issuer id is not a UUID.
    case issuerIDInvalid
    /// The key id is not made of letters and digits.
    case keyIDInvalid
    /// The text is not a private key in PEM of PKCS#8, the content of a `.p8` file.
    case unreadable
    /// The key is a private key, but not on the curve P-256 that Apple uses.
    case wrongCurve
}

extension AppStoreKeyError {
    /// The error's name in logs and documentation; it never changes.
    public var code: String {
        switch self {
        case .issuerIDInvalid: "appstore_issuer_id_invalid"
        case .keyIDInvalid: "appstore_key_id_invalid"
        case .unreadable: "appstore_key_unreadable"
        case .wrongCurve: "appstore_key_wrong_curve"
        }
    }
}
