/// Why a pass could not be signed.
package enum PassError: Error, Hashable, Sendable {
    /// The file of keys can be read by others than its owner.
    case exposed(path: String)
    /// The file of keys is not one that was written here.
    case unreadable(path: String)
    /// The file of keys could not be written.
    case unwritable(path: String)
    /// The crypto library could not make a key or sign.
    case signing

    /// What is wrong with the key that all nodes share.
    package init(_ error: WebhookSecretsError) {
        switch error {
        case .exposed(let path): self = .exposed(path: path)
        case .unwritable(let path): self = .unwritable(path: path)
        case .unreadable(let path), .missing(let path), .changed(let path): self = .unreadable(path: path)
        case .signing: self = .signing
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .exposed: "pass_keys_exposed"
        case .unreadable: "pass_keys_unreadable"
        case .unwritable: "pass_keys_unwritable"
        case .signing: "pass_signing_failed"
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .exposed(let path): "Others can read \(path); take their rights away: chmod 600 \(path)"
        case .unreadable(let path): "\(path) is damaged; remove it, and new keys are made."
        case .unwritable(let path): "\(path) cannot be written; look at the folder's rights and at the space left."
        case .signing: "The pass could not be signed; try again."
        }
    }
}
