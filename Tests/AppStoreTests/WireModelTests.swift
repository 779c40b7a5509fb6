import AppStore
import Testing

/// Apple's request and response bodies, each with its type.
@Suite(.enabled(if: WireVectors.arePresent, "PURSER_VECTORS is not set")) struct WireModelTests {
    private static let types: [String: any WireObject.Type] = [
        "apiException": APIErrorResponse.self,
        "apiTooManyRequestsException": APIErrorResponse.self,
        "appTransaction": AppTransactionPayload.self,
        "extendSubscriptionRenewalDateResponse": ExtendRenewalDateResponse.self,
        "getAllSubscriptionStatusesResponse": StatusResponse.self,
        "getNotificationHistoryResponse": NotificationHistoryResponse.self,
        "getRefundHistoryResponse": RefundHistoryResponse.self,
        "getTestNotificationStatusResponse": CheckTestNotificationResponse.self,
        "lookupOrderIdResponse": OrderLookupResponse.self,
        "signedConsumptionRequestNotification": NotificationPayload.self,
        "signedExternalPurchaseTokenNotification": NotificationPayload.self,
        "signedNotification": NotificationPayload.self,
        "signedRenewalInfo": RenewalInfoPayload.self,
        "signedRescindConsentNotification": NotificationPayload.self,
        "signedSummaryNotification": NotificationPayload.self,
        "signedTransaction": TransactionPayload.self,
        "signedTransactionWithRevocation": TransactionPayload.self,
        "transactionHistoryResponse": HistoryResponse.self,
        "transactionInfoResponse": TransactionInfoResponse.self,
    ]

    @Test("Every body has a type")
    func everyBodyIsCovered() throws {
        #expect(try WireVectors.names() == Self.types.keys.sorted())
    }

    @Test("A body is decoded without an unknown field and written again without loss", arguments: types.keys.sorted())
    func roundTrip(_ name: String) throws {
        let type = try #require(Self.types[name])
        let body = try WireVectors.body(name)
        let object = try type.init(json: body)
        #expect(object.unknownFields.isEmpty)
        let written = object.json()
        #expect(try JSONValue(json: written).inKeyOrder == JSONValue(json: body).inKeyOrder)
        // The outer object's unknown fields are checked above; those of a nested one must be found too.
        let names = try JSONValue(json: body).memberNames
        #expect(names.isSubset(of: WireVocabulary.names(of: type)))
    }

    @Test("A body that is cut at any length is refused without a crash", arguments: types.keys.sorted())
    func truncation(_ name: String) throws {
        let type = try #require(Self.types[name])
        let body = Array(try WireVectors.body(name).reversed().drop { $0 != UInt8(ascii: "}") }.reversed())
        for length in 0..<body.count {
            #expect(throws: JSONError.self, "cut to \(length) bytes") {
                _ = try type.init(json: Array(body.prefix(length)))
            }
        }
        _ = try type.init(json: body)
    }
}

extension JSONValue {
    /// The same value with the members of all objects sorted by key.
    var inKeyOrder: JSONValue {
        switch self {
        case .array(let values): .array(values.map(\.inKeyOrder))
        case .object(let members):
            .object(
                members.map { JSONMember(key: $0.key, value: $0.value.inKeyOrder) }
                    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            )
        default: self
        }
    }

    /// The names of all members at any depth.
    var memberNames: Set<String> {
        switch self {
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.memberNames) }
        case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.memberNames.union([$1.key])) }
        default: []
        }
    }
}

/// The field names of each body's types, including nested types.
enum WireVocabulary {
    private static let nested: [any WireObject.Type] = [
        AdvancedCommerceDescriptors.self, AdvancedCommerceOffer.self, AdvancedCommercePriceIncreaseInfo.self,
        AdvancedCommerceRefund.self, AdvancedCommerceRenewalInfo.self, AdvancedCommerceRenewalItem.self,
        AdvancedCommerceTransactionInfo.self, AdvancedCommerceTransactionItem.self, ExternalPurchaseToken.self,
        LastTransactionsItem.self, NotificationAppData.self, NotificationData.self,
        NotificationHistoryResponseItem.self, NotificationSummary.self, RenewalCommitmentInfo.self,
        SendAttemptItem.self, SubscriptionGroupIdentifierItem.self, TransactionCommitmentInfo.self,
    ]

    /// Returns the field names of a type and of the objects inside it.
    static func names(of type: any WireObject.Type) -> Set<String> {
        (self.nested + [type]).reduce(into: []) { $0.formUnion(self.ownNames(of: $1)) }
    }

    private static func ownNames<Object: WireObject>(of type: Object.Type) -> [String] {
        Object.fields.names
    }
}
