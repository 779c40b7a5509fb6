/// What is wrong with an address that somebody entered.
package enum OutboundURLError: Error, Hashable, Sendable {
    /// It has too many characters.
    case tooLong
    /// It holds a space, a control character, or one that has to be percent-encoded.
    case character
    /// It does not begin with `https://`.
    case scheme
    /// It holds a user name or a password.
    case userinfo
    /// It holds a fragment.
    case fragment
    /// It has no host, or one that is no name and no address.
    case host
    /// Its port is none.
    case port
    /// It is one of another kind of network than the open internet.
    case refused(AddressRefusal)
    /// It is plain HTTP, and not allowed.
    case plain

    /// A stable code.
    package var code: String {
        switch self {
        case .tooLong: "url_too_long"
        case .character: "url_character"
        case .scheme: "url_scheme"
        case .userinfo: "url_user"
        case .fragment: "url_fragment"
        case .host: "url_host"
        case .port: "url_port"
        case .refused(let refusal): refusal.rawValue
        case .plain: "url_plain_http"
        }
    }

    /// What is wrong, as a sentence.
    package var problem: String {
        switch self {
        case .tooLong: "The address is longer than \(OutboundURL.lengthLimitBytes) characters."
        case .character: "The address holds a character that cannot stand there as it is."
        case .scheme: "The address does not begin with https://."
        case .userinfo: "The address holds a user name or a password."
        case .fragment: "The address holds a fragment, which no server ever sees."
        case .host: "The address has no host that is a name or an address."
        case .port: "The port is not one of 1 to 65535."
        case .refused(let refusal): "The address is \(refusal.kind)."
        case .plain: "The address is plain HTTP, which is only for places that the configuration allows."
        }
    }

    /// What to do about it, as a sentence.
    package var remedy: String {
        switch self {
        case .tooLong: "Use a shorter one."
        case .character: "Percent-encode it; write names of other alphabets in their xn-- form."
        case .scheme: "Write it like this: https://shop.example.com/purchases"
        case .userinfo: "Leave it out: what is sent is signed, and the signature says who sends it."
        case .fragment: "Leave out the # and what follows."
        case .host: "Write a name such as shop.example.com, or an address with all its parts."
        case .port: "Correct the port, or leave it out."
        case .refused: "Use a public one, or allow this one in the configuration: webhooks: { allow: [ADDRESS:PORT] }"
        case .plain: "Use https, or allow the address in the configuration: webhooks: { allow: [ADDRESS:PORT] }"
        }
    }
}
