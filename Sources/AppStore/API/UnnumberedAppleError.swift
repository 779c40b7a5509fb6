/// Three of Apple's errors whose numbers are not published; they are known by their names in the message.
///
/// All of Send Consumption Information, App Store Server API 1.19.
public enum UnnumberedAppleError: String, CaseIterable, Hashable, Sendable {
    /// The consumed share is outside what Apple accepts.
    case consumptionPercentageOutOfRange = "ConsumptionPercentageOutOfRange"
    /// Nothing was delivered, and the consumed share is not zero.
    case undeliveredConsumptionPercentageNonZero = "UndeliveredConsumptionPercentageNonZero"
    /// Purchases made through the Advanced Commerce API are answered for with the first version.
    case advancedCommerceTransactionNotSupported = "AdvancedCommerceTransactionNotSupported"

    /// Finds one in Apple's message, whatever its spelling of spaces and capitals.
    init?(message: String) {
        let letters = String(message.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) })
        if letters.contains("consumptionpercentage") {
            if letters.contains("outofrange") {
                self = .consumptionPercentageOutOfRange
                return
            }
            if letters.contains("nonzero") || letters.contains("mustbezero") || letters.contains("undelivered") {
                self = .undeliveredConsumptionPercentageNonZero
                return
            }
        }
        guard letters.contains("advancedcommerce"), letters.contains("notsupported") else { return nil }
        self = .advancedCommerceTransactionNotSupported
    }
}
