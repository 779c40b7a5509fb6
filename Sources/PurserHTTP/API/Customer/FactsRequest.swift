import AppStore
import HTTPTypes
import Ledger

/// The body of `PUT /v1/customers/{customer}/facts`.
///
/// Absent fields keep their values; `null` removes a value.
struct FactsRequest {
    /// The accepted fields.
    static let fields = CustomerFact.Topic.allCases.map(\.rawValue) + ["statedAt"]
    /// The maximum play time in minutes: a hundred years.
    static let longestPlayTimeMinutes: Int64 = 52_596_000
    /// The maximum number of currencies in one list.
    static let mostCurrencies = 32

    /// The stated facts.
    let facts: [CustomerFact]

    /// Reads a body.
    init(json: [UInt8], now: Instant, by name: String) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        let statedAt = try fields.instant("statedAt") ?? now
        guard statedAt <= now + ConsentRequest.tolerance else {
            throw RequestFields.invalid("statedAt", "This is in the future. Leave it out to use the current time.")
        }
        var facts: [CustomerFact] = []
        for topic in CustomerFact.Topic.allCases {
            guard let value = fields[topic.rawValue] else { continue }
            let said = value == .null ? nil : try Self.value(value, about: topic, in: fields, now: now)
            facts.append(CustomerFact(topic, said, statedAt: statedAt, statedBy: name))
        }
        guard !facts.isEmpty else {
            let topics = CustomerFact.Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .unprocessableContent,
                code: "field_missing",
                "Send at least one fact: \(topics).",
                field: CustomerFact.Topic.allCases[0].rawValue
            )
        }
        self.facts = facts
    }

    private static func value(
        _ value: JSONValue,
        about topic: CustomerFact.Topic,
        in fields: RequestFields,
        now: Instant
    ) throws -> CustomerFact.Value {
        let field = topic.rawValue
        switch topic {
        case .registeredAt:
            guard let instant = try fields.instant(field), instant <= now + ConsentRequest.tolerance else {
                throw RequestFields.invalid(field, "This is in the future. Send the instant of the registration.")
            }
            return .instant(instant)
        case .playTime:
            guard case .number(let text) = value else {
                throw RequestFields.wrongType(field, "This must be an integer number of minutes.")
            }
            guard let minutes = Int64(text), (0...Self.longestPlayTimeMinutes).contains(minutes) else {
                throw RequestFields.invalid(
                    field,
                    "Send an integer number of minutes from 0 to \(Self.longestPlayTimeMinutes)."
                )
            }
            return .minutes(minutes)
        case .accountStatus:
            let text = try fields.required(field, upTo: 64)
            guard let status = CustomerFact.AccountStatus(rawValue: text) else {
                let words = CustomerFact.AccountStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestFields.invalid(field, "Use one of: \(words).")
            }
            return .status(status)
        case .platforms: return .platforms(try Self.platforms(value, field: field))
        case .spentElsewhere, .refundedElsewhere: return .amounts(try Self.amounts(value, field: field))
        }
    }

    private static func platforms(_ value: JSONValue, field: String) throws -> [CustomerFact.Platform] {
        guard case .array(let values) = value else {
            throw RequestFields.wrongType(field, "This must be a list of platforms.")
        }
        let platforms = values.compactMap { value -> CustomerFact.Platform? in
            if case .string(let text) = value { CustomerFact.Platform(rawValue: text) } else { nil }
        }
        guard platforms.count == values.count, Set(platforms).count == platforms.count, !platforms.isEmpty else {
            let words = CustomerFact.Platform.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestFields.invalid(field, "List each platform once, of: \(words). Send null for unknown.")
        }
        return platforms.sorted()
    }

    private static func amounts(_ value: JSONValue, field: String) throws -> [Money] {
        guard case .array(let values) = value else {
            throw RequestFields.wrongType(field, "This must be a list of amounts, one for each currency.")
        }
        guard values.count <= Self.mostCurrencies else {
            throw RequestFields.invalid(field, "List at most \(Self.mostCurrencies) currencies.")
        }
        var amounts: [Money] = []
        for (index, value) in values.enumerated() {
            let path = "\(field)[\(index)]"
            guard case .object(let members) = value else {
                throw RequestFields.wrongType(
                    path,
                    "An amount is { \"amountMilliunits\": 9990, \"currency\": \"EUR\" }."
                )
            }
            let parts = try RequestFields(
                members: members,
                fields: ["amountMilliunits", "currency"],
                path: path + "."
            )
            guard case .number(let text)? = parts["amountMilliunits"], let amount = Int64(text), amount >= 0 else {
                throw RequestFields.invalid(
                    path + ".amountMilliunits",
                    "Send thousandths of the currency's unit as an integer, 0 or more."
                )
            }
            guard case .string(let currency)? = parts["currency"], currency.utf8.count == 3,
                currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
            else {
                throw RequestFields.invalid(path + ".currency", "Use a code of ISO 4217 in capitals: USD, EUR, CNY.")
            }
            guard !amounts.contains(where: { $0.currency == currency }) else {
                throw RequestFields.invalid(
                    path + ".currency",
                    "This currency is in the list twice. Add up the two amounts."
                )
            }
            amounts.append(Money(amountMilliunits: amount, currency: currency))
        }
        return amounts.sorted { $0.currency < $1.currency }
    }
}

extension FactsRequest {
    private static let amounts = APISchema.nullable(
        .array(
            of: .object(
                .required("amountMilliunits", .integer(0...Int64.max), "Thousandths of the currency's unit."),
                .required("currency", .string(pattern: "^[A-Z]{3}$"), "The ISO 4217 code; each at most once.")
            ),
            count: 0...Self.mostCurrencies
        )
    )

    /// Its schema.
    static let schema = APISchema.object(
        .optional(
            "registeredAt",
            .nullable(.string(format: "date-time")),
            "When the customer registered with your shop."
        ),
        .optional(
            "playTimeMinutes",
            .nullable(.integer(0...Self.longestPlayTimeMinutes)),
            "The total play time in minutes."
        ),
        .optional(
            "accountStatus",
            .nullable(.enumeration(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            "The status of the customer's account in your shop."
        ),
        .optional(
            "platforms",
            .nullable(.array(of: .enumeration(CustomerFact.Platform.allCases.map(\.rawValue)), count: 1...2)),
            "The platforms on which the customer uses purchases; each at most once."
        ),
        .optional("spentElsewhere", Self.amounts, "The amounts that the customer spent outside the App Store."),
        .optional("refundedElsewhere", Self.amounts, "The amounts that were refunded outside the App Store."),
        .optional(
            "statedAt",
            .string(format: "date-time"),
            "The instant for which the facts are stated; now by default."
        )
    )
}

/// The facts about a customer in JSON; undeclared facts are absent.
struct FactsBody: Encodable {
    let registeredAt: String?
    let playTimeMinutes: Int64?
    let accountStatus: String?
    let platforms: [String]?
    let spentElsewhere: [MoneyBody]?
    let refundedElsewhere: [MoneyBody]?
    let statedAt: [String: String]

    init(_ facts: CustomerFacts) {
        self.registeredAt = facts.registeredAt?.rfc3339
        self.playTimeMinutes = facts.playTimeMinutes
        self.accountStatus = facts.accountStatus?.rawValue
        self.platforms = facts.platforms?.map(\.rawValue)
        self.spentElsewhere = facts.spentElsewhere?.map(MoneyBody.init)
        self.refundedElsewhere = facts.refundedElsewhere?.map(MoneyBody.init)
        self.statedAt = Dictionary(
            facts.byTopic.map { ($0.key.rawValue, $0.value.statedAt.rfc3339) }
        ) { first, _ in first }
    }
}

extension FactsBody {
    /// Its schema.
    static let schema = APISchema.named(
        "CustomerFacts",
        .object(
            .optional("registeredAt", .instant),
            .optional("playTimeMinutes", .integer(0...FactsRequest.longestPlayTimeMinutes)),
            .optional("accountStatus", .enumeration(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            .optional("platforms", .array(of: .enumeration(CustomerFact.Platform.allCases.map(\.rawValue)))),
            .optional("spentElsewhere", .array(of: .money)),
            .optional("refundedElsewhere", .array(of: .money)),
            .required("statedAt", .map(of: .instant), "When the current value of each field was stated.")
        )
    )
}
