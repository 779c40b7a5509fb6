import Ledger

/// Whether introductory offers may be made to a customer, as our JSON shows it.
struct IntroductoryEligibilityBody: Encodable {
    /// One subscription group.
    struct Group: Encodable {
        let group: String
        let eligible: Bool
        let usedBy: String?
        let usedProduct: String?
        /// Only there where it is so.
        let usedByAppleAccount: Bool?

        init(_ use: IntroductoryUse) {
            self.group = use.group.rawValue
            self.eligible = use.isEligible
            self.usedBy = use.transactionID?.rawValue
            self.usedProduct = use.productID?.rawValue
            self.usedByAppleAccount = use.isByAppleAccount ? true : nil
        }
    }

    let customer: String
    let environment: String
    let groups: [Group]
}
