import AppStore

/// Checks that apply to the parts of every Advanced Commerce request.
enum CommerceCheck {
    private static let skuLimit = 128
    private static let descriptionLimit = 45
    private static let displayNameLimit = 30
    /// The maximum number of items of a subscription or a request.
    private static let itemLimit = 100
    private static let dearest: Int64 = 1_000_000_000_000

    /// Currencies whose prices have no decimals.
    private static let withoutDecimals: Set<String> = [
        "CLP", "COP", "DKK", "HKD", "HUF", "IDR", "INR", "JPY", "KRW", "KZT", "MXN", "NGN", "NOK", "PHP", "PKR", "RUB",
        "SEK", "THB", "TWD", "TZS", "VND",
    ]

    /// Parses the JSON object of a request.
    static func read<Body: WireObject>(_ type: Body.Type, _ bytes: [UInt8]) throws(CommerceError) -> Body {
        do throws(JSONError) {
            return try Body(json: bytes)
        } catch {
            throw .malformedPayload
        }
    }

    /// Returns the id of a request, in lower case.
    static func reference(_ info: AdvancedCommerceRequestInfo?) throws(CommerceError) -> String {
        guard let info else { throw .nullRequestInfo }
        guard let reference = info.requestReferenceId else { throw .nullRequestReferenceId }
        guard WorldState.isUUID(reference) else { throw .invalidRequestReferenceId }
        if let token = info.appAccountToken, !WorldState.isUUID(token) { throw .invalidAppAccountToken }
        return reference.lowercased()
    }

    /// Returns a list, which must have an element.
    static func list<Element>(_ items: [Element]?) throws(CommerceError) -> [Element] {
        guard let items else { throw .nullItems }
        guard !items.isEmpty else { throw .atLeastOneItem }
        guard items.count <= Self.itemLimit else { throw .moreItemsThanAllowed }
        return items
    }

    /// Returns an item's id.
    static func sku(_ text: String?, or missing: CommerceError = .nullSku) throws(CommerceError) -> String {
        guard let text else { throw missing }
        guard text.count <= Self.skuLimit else { throw .skuLengthExceeded }
        guard !text.isEmpty else { throw .invalidSku }
        return text
    }

    /// Returns the current id of an item.
    static func currentSKU(_ text: String?) throws(CommerceError) -> String {
        guard let text else { throw .nullCurrentSku }
        guard text.count <= Self.skuLimit else { throw .currentSkuLengthExceeded }
        return text
    }

    /// Returns an optional description.
    static func description(ifAny text: String?) throws(CommerceError) -> String? {
        guard text?.count ?? 0 <= Self.descriptionLimit else { throw .descriptionLengthExceeded }
        return text
    }

    /// Returns an optional name.
    static func displayName(ifAny text: String?) throws(CommerceError) -> String? {
        guard text?.count ?? 0 <= Self.displayNameLimit else { throw .displayNameLengthExceeded }
        return text
    }

    /// Returns a description.
    static func description(_ text: String?) throws(CommerceError) -> String {
        guard let text = try Self.description(ifAny: text) else { throw .nullDescription }
        return text
    }

    /// Returns a name.
    static func displayName(_ text: String?) throws(CommerceError) -> String {
        guard let text = try Self.displayName(ifAny: text) else { throw .nullDisplayName }
        return text
    }

    /// Returns the name and description of a subscription.
    static func descriptors(
        _ descriptors: AdvancedCommerceDescriptors?
    ) throws(CommerceError) -> AdvancedCommerceDescriptors {
        guard let descriptors else { throw .nullDescriptors }
        var checked = AdvancedCommerceDescriptors()
        checked.description = try Self.description(descriptors.description)
        checked.displayName = try Self.displayName(descriptors.displayName)
        return checked
    }

    /// Returns a price in a currency; zero is allowed.
    static func price(
        _ price: Int64?,
        in currency: String,
        or wrong: CommerceError = .invalidAmount
    ) throws(CommerceError) -> Int64 {
        guard let price else { throw .nullPrice }
        guard price >= 0 else { throw .negativePrice }
        // A price with more decimals than its currency has makes the payment sheet fail.
        let step: Int64 = Self.withoutDecimals.contains(currency) ? 1000 : 10
        guard price % step == 0, price <= Self.dearest else { throw wrong }
        return price
    }

    /// Returns a currency.
    static func currency(_ text: String?) throws(CommerceError) -> String {
        guard let text else { throw .nullCurrency }
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw .invalidCurrency
        }
        return text
    }

    /// Returns a tax category, such as `C003-00-1`.
    static func taxCode(_ text: String?) throws(CommerceError) -> String {
        guard let text else { throw .nullTaxCode }
        let isSpelled = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isSpelled, (1...32).contains(text.utf8.count) else { throw .invalidTaxProductCode }
        return text
    }

    /// Returns the time at which a change takes effect.
    static func effective(_ value: AdvancedCommerceEffective?) throws(CommerceError) -> AdvancedCommerceEffective {
        guard let value else { throw .nullEffective }
        guard value.isKnown else { throw .malformedPayload }
        return value
    }

    /// Returns the length of a subscription's periods.
    static func period(_ period: AdvancedCommercePeriod?) throws(CommerceError) -> AdvancedCommercePeriod {
        guard let period else { throw .nullPeriod }
        guard period.isKnown else { throw .invalidRenewalPeriod }
        return period
    }

    /// Returns an offer for an item with this regular price.
    static func offer(
        _ offer: AdvancedCommerceOffer?,
        price: Int64,
        currency: String
    ) throws(CommerceError) -> AdvancedCommerceOffer? {
        guard let offer else { return nil }
        guard let period = offer.period else { throw .nullOfferPeriod }
        guard period.isKnown else { throw .invalidOfferPeriod }
        guard let count = offer.periodCount else { throw .nullPeriodCount }
        guard count > 0 else { throw .periodCountNotPositive }
        guard count <= 12 else { throw .invalidOfferPeriodCount }
        guard let reason = offer.reason else { throw .nullReason }
        guard reason.isKnown else { throw .invalidOfferReason }
        let reduced = try Self.price(offer.price, in: currency, or: .invalidOfferPrice)
        guard reduced <= price else { throw .invalidOfferPrice }
        guard reduced > 0 || count == 1 else { throw .freeTrialOfferMustUsePeriodCountOfOne }
        return AdvancedCommerceOffer.with {
            $0.period = period
            $0.periodCount = count
            $0.price = reduced
            $0.reason = reason
        }
    }

    /// Checks that an offer with its own length applies to all items alike.
    static func alignment(_ items: [CommerceItem], _ period: AdvancedCommercePeriod) throws(CommerceError) {
        let lengths = Set(items.map { $0.offer?.period?.rawValue ?? period.rawValue })
        guard lengths.count == 1 else { throw .misalignedBillingCycle }
    }

    /// Checks that ids are unique.
    static func unique(_ skus: [String], or fault: CommerceError) throws(CommerceError) {
        guard Set(skus.map { Array($0.utf8) }).count == skus.count else { throw fault }
    }
}
