/// Something that a player can be told about a purchase that he looks for.
///
/// The sentences themselves stand in `PlayerSentences`, language by language.
package enum PlayerSentence: String, Hashable, Sendable, CaseIterable {
    /// It was missing, and is his now.
    case recovered
    /// He had it already.
    case already
    /// It is paid and on its way.
    case due
    /// Apple or a person has to look at it first.
    case waiting
    /// It was handed over before this server kept the books.
    case elsewhere
    /// It was refunded.
    case refunded
    /// It was a subscription or a pass, and is over.
    case over
    /// Another account of the app has it.
    case otherAccount = "other_account"
    /// The number is not spelt like Apple's.
    case numberInvalid = "number_invalid"
    /// Apple does not know the number.
    case numberUnknown = "number_unknown"
    /// Nothing was bought in this app with the number.
    case numberEmpty = "number_empty"
    /// All of it was bought by another account of the app.
    case numberOfAnother = "number_of_another"
    /// He has asked too often.
    case tooOften = "too_often"
    /// Apple cannot be asked.
    case unavailable

    /// What stands for the product's name in a sentence about a purchase.
    package static let productMark = "{product}"

    /// Whether it is about one purchase, so that it names the product.
    package var isAboutPurchase: Bool {
        switch self {
        case .recovered, .already, .due, .waiting, .elsewhere, .refunded, .over, .otherAccount: true
        case .numberInvalid, .numberUnknown, .numberEmpty, .numberOfAnother, .tooOften, .unavailable: false
        }
    }
}
