/// An error in a report of external purchases; the raw value is Apple's errorCode.
///
/// Apple documents one object for each code (External Purchase Server API, Error messages and codes). The messages are
/// the simulator's.
package enum ExternalPurchaseError: Int32, Hashable, Sendable, CaseIterable {
    case duplicateValue = 1
    case reportingCurrencyMismatch = 2
    case notFound = 3
    case omittedField = 4
    case fieldNotAllowed = 5
    case futureDate = 6
    case unknownEnum = 7
    case statusRegression = 8
    case missingLineItems = 9
    case lineItemsNotAllowed = 10
    case incorrectAmountTaxInclusive = 11
    case incorrectNetAmount = 12
    case selfReference = 13
    case referenceInvalidSubscriptionEvent = 14
    case negativeValue = 15
    case positiveValueRequired = 16
    case startAfterEnd = 17
    case reportingCurrencyExchange = 18
    case maximumLengthExceeded = 19
    case erroneousNotRestatement = 20
    case referenceNotABuy = 21
    case erroneousReferencedByValid = 22
    case taxCountryMismatch = 23
    case netAmountMismatch = 24
    case validReferencesErroneous = 25
    case simultaneousSubmission = 26
    case dateTooFarInPast = 27
    case refundReferencedByRefund = 28
    case nonInitialBuyReferencedByBuy = 29
    case repeatedErroneousSubmission = 30
    case referencedIsNewer = 31
    case pricingCurrencyMismatch = 32
    case exchangeRateMismatch = 33
    case startWithDaysOfPaidService = 34
    case paymentWithoutAmount = 35
    case creationDateOutOfRange = 36
    /// The accessible documentation names this error without its number; the value is a guess.
    case duplicateTokenStatusNotAllowed = 37
    case restatementTooLate = 39

    /// The message for people.
    package var message: String {
        switch self {
        case .duplicateValue: "This value was submitted before and cannot be submitted again."
        case .reportingCurrencyMismatch: "The refund and its buy differ in reporting currency."
        case .notFound: "No object with this value exists."
        case .omittedField: "The field is required."
        case .fieldNotAllowed: "The field is not allowed here."
        case .futureDate: "The date is in the future."
        case .unknownEnum: "The value is not among the allowed values."
        case .statusRegression: "The token was reported with line items; its status cannot go back."
        case .missingLineItems: "A report with this status needs line items."
        case .lineItemsNotAllowed: "A report with this status has no line items."
        case .incorrectAmountTaxInclusive: "The amount without tax and the tax do not add up to the amount with tax."
        case .incorrectNetAmount: "The net amount is not the sum of the line items."
        case .selfReference: "The line item refers to itself."
        case .referenceInvalidSubscriptionEvent: "The referenced line item does not start a subscription."
        case .negativeValue: "The value is negative."
        case .positiveValueRequired: "The value is not positive."
        case .startAfterEnd: "The start is after the end."
        case .reportingCurrencyExchange: "This pricing currency is reported without exchange."
        case .maximumLengthExceeded: "The value is too long."
        case .erroneousNotRestatement: "Only a restatement can say that a line item was submitted in error."
        case .referenceNotABuy: "The referenced line item is not a buy."
        case .erroneousReferencedByValid: "A valid line item refers to this one, which is marked as an error."
        case .taxCountryMismatch: "The refund and its buy differ in tax country."
        case .netAmountMismatch: "Line items of one net amount state different net amounts."
        case .validReferencesErroneous: "The referenced line item is marked as an error."
        case .simultaneousSubmission: "Another submission of this data is in progress."
        case .dateTooFarInPast: "The date is too long ago."
        case .refundReferencedByRefund: "Another refund refers to this line item, which is a refund."
        case .nonInitialBuyReferencedByBuy: "A buy refers to this line item, which does not start a subscription."
        case .repeatedErroneousSubmission: "The line item is marked as an error already."
        case .referencedIsNewer: "The referenced line item was created later."
        case .pricingCurrencyMismatch: "The refund and its buy differ in pricing currency."
        case .exchangeRateMismatch: "The refund and its buy differ in exchange rate."
        case .startWithDaysOfPaidService: "A subscription that starts has no days of paid service."
        case .paymentWithoutAmount: "A payment has a positive amount with tax."
        case .creationDateOutOfRange: "The date is outside the time in which the token is active."
        case .duplicateTokenStatusNotAllowed: "A token of this type cannot be reported as a duplicate."
        case .restatementTooLate: "The line item is too old to be corrected."
        }
    }
}
