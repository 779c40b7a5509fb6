/// Who may call an operation.
package enum APIAccess: Hashable, Sendable {
    /// Anybody.
    case anyone
    /// Apple's servers, known by what they signed.
    case apple
    /// Whoever has any key; anybody, where the configuration opens it.
    case document
    /// A key that may read.
    case read
    /// A key that may write.
    case write
    /// A key that may do everything.
    case admin
    /// A key that may read; a publishable key too, about its own customer.
    case readInApp
    /// A key that may write; a publishable key too, about its own customer.
    case writeInApp
    /// An operator on the server's machine, at the operators' socket; no key opens it.
    case socket

    /// Whether a key has to be sent.
    package var needsKey: Bool {
        switch self {
        case .anyone, .apple: false
        default: true
        }
    }

    /// The scope that the key needs; `nil` where none is needed.
    var scope: String? {
        switch self {
        case .anyone, .apple, .document, .socket: nil
        case .read, .readInApp: "read"
        case .write, .writeInApp: "write"
        case .admin: "admin"
        }
    }

    /// Whether an app in the field may call it, with a publishable key.
    var isForApps: Bool { self == .readInApp || self == .writeInApp }
}
