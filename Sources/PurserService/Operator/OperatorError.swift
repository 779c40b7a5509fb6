package import Ledger

/// The reason why an operator could not sign in, or was not changed.
package enum OperatorError: Error, Hashable, Sendable {
    /// The name has other characters than names may have, or is somebody else's in the audit log.
    case nameInvalid
    /// A new operator needs a role.
    case roleMissing
    /// No operator has this name.
    case unknown
    /// Without this operator, no administrator could sign in.
    case lastAdministrator
    /// The name and the password do not belong together.
    case refused
    /// There were too many failed attempts; the next one is possible then.
    case delayed(until: Instant)
    /// Too many passwords are being checked now.
    case busy
    /// The code of the second factor is wrong, or was used before.
    case codeWrong
    /// The invitation does not exist, was used, or has expired.
    case invitationInvalid
    /// The new password is too short or too long, or is the name.
    case passwordUnfit
    /// The operator has a second factor already.
    case secondFactorPresent
    /// The operator has no second factor.
    case secondFactorMissing
    /// The key that encrypts second factors cannot be used.
    case keyUnusable(WebhookSecretsError)
    /// The database failed.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .nameInvalid: "operator_name_invalid"
        case .roleMissing: "field_missing"
        case .unknown: "operator_not_found"
        case .lastAdministrator: "operator_last_administrator"
        case .refused: "sign_in_refused"
        case .delayed: "sign_in_delayed"
        case .busy: "sign_in_busy"
        case .codeWrong: "sign_in_code_wrong"
        case .invitationInvalid: "invitation_invalid"
        case .passwordUnfit: "password_unfit"
        case .secondFactorPresent: "second_factor_present"
        case .secondFactorMissing: "second_factor_missing"
        case .keyUnusable(let error): error.code
        case .storage(let error): error.code
        }
    }

    /// One sentence that says what is wrong and what to do.
    package var detail: String {
        switch self {
        case .nameInvalid:
            "A name has 1 to \(OperatorName.maximumLength) letters, digits and . _ - @ + of ASCII, begins with a letter "
                + "or digit, and does not begin with key_. It is no number, and none of the names that the audit log "
                + "has for others, such as server, schedule and root."
        case .roleMissing: "A new operator needs a role."
        case .unknown: "No operator has this name. List the operators: purser operators list"
        case .lastAdministrator:
            "This is the last administrator who can sign in. Make another operator an administrator first: purser "
                + "operators invite NAME --role admin"
        case .refused: "The name or the password is wrong."
        case .delayed: "There were too many failed attempts. Wait, then try again."
        case .busy: "Too many people are signing in at this moment. Try again."
        case .codeWrong: "The code is wrong, or it was used before. Enter the next one."
        case .invitationInvalid:
            "This link was used, or it has expired. Ask an administrator for another: purser operators invite NAME"
        case .passwordUnfit:
            "A password has \(OperatorPassword.minimumLength) to \(OperatorPassword.maximumByteCount) characters, and is "
                + "not the name."
        case .secondFactorPresent: "A second factor is set up already. Remove it first."
        case .secondFactorMissing: "No second factor is set up."
        case .keyUnusable(let error): error.remedy
        case .storage: "The database cannot do this now; nothing was changed. Try again."
        }
    }
}

/// The rules for passwords.
package enum OperatorPassword {
    /// The minimum number of characters.
    package static let minimumLength = 12
    /// The maximum number of bytes, so that a check costs the same for all.
    package static let maximumByteCount = 256

    /// Throws an error unless an operator may have this password.
    static func check(_ password: String, of name: OperatorName) throws(OperatorError) {
        guard password.count >= Self.minimumLength, password.utf8.count <= Self.maximumByteCount,
            password.lowercased() != name.rawValue
        else { throw .passwordUnfit }
    }
}
