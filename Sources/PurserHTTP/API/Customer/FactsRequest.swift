import AppStore
import HTTPTypes
import Ledger

/// The body of `PUT /v1/customers/{customer}/facts`.
///
/// What is left out stays as it is; `null` takes back what was said.
struct FactsRequest {
    /// The fields that are read.
    static let fields = CustomerFact.Topic.allCases.map(\.rawValue) + ["statedAt"]
    /// The longest time that anybody can have played, in minutes: a hundred years.
    static let longestPlayTimeMinutes: Int64 = 52_596_000
    /// The most currencies in one list.
    static let mostCurrencies = 32

    /// What is said.
    let facts: [CustomerFact]

    /// Reads a body.
    init(json: [UInt8], now: Instant, by name: String) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        let statedAt = try fields.instant("statedAt") ?? now
        guard statedAt <= now + ConsentRequest.tolerance else {
            throw RequestFields.invalid("statedAt", "This lies in the future. Leave it out to say it now.")
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
                "Say at least one thing: \(topics).",
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
                throw RequestFields.invalid(field, "This lies in the future. Send the instant of registration.")
            }
            return .instant(instant)
        case .playTime:
            guard case .number(let text) = value else {
                throw RequestFields.wrongType(field, "This must be a whole number of minutes.")
            }
            guard let minutes = Int64(text), (0...Self.longestPlayTimeMinutes).contains(minutes) else {
                throw RequestFields.invalid(field, "Send whole minutes, 0 to \(Self.longestPlayTimeMinutes).")
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
                    "Send thousandths of the currency's unit as a whole number, 0 or more."
                )
            }
            guard case .string(let currency)? = parts["currency"], currency.utf8.count == 3,
                currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
            else {
                throw RequestFields.invalid(path + ".currency", "Write ISO 4217 in capitals: USD, EUR, CNY.")
            }
            guard !amounts.contains(where: { $0.currency == currency }) else {
                throw RequestFields.invalid(path + ".currency", "This currency is in the list twice. Add the two up.")
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
                .required("currency", .string(pattern: "^[A-Z]{3}$"), "ISO 4217; each once.")
            ),
            count: 0...Self.mostCurrencies
        )
    )

    /// The form of it.
    static let schema = APISchema.object(
        .optional("registeredAt", .nullable(.string(format: "date-time")), "When he registered with you."),
        .optional(
            "playTimeMinutes",
            .nullable(.integer(0...Self.longestPlayTimeMinutes)),
            "How long he has used the app in all."
        ),
        .optional(
            "accountStatus",
            .nullable(.enumeration(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            "How his account stands with you."
        ),
        .optional(
            "platforms",
            .nullable(.array(of: .enumeration(CustomerFact.Platform.allCases.map(\.rawValue)), count: 1...2)),
            "Where he uses what he bought; each once."
        ),
        .optional("spentElsewhere", Self.amounts, "What he spent outside of the App Store."),
        .optional("refundedElsewhere", Self.amounts, "What he got back outside of the App Store."),
        .optional("statedAt", .string(format: "date-time"), "When this was so; now if left out.")
    )
}

/// What a shop says of a customer, as our JSON shows it; what is undeclared is left out.
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
    /// The form of it.
    static let schema = APISchema.named(
        "CustomerFacts",
        .object(
            .optional("registeredAt", .instant),
            .optional("playTimeMinutes", .integer(0...FactsRequest.longestPlayTimeMinutes)),
            .optional("accountStatus", .enumeration(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            .optional("platforms", .array(of: .enumeration(CustomerFact.Platform.allCases.map(\.rawValue)))),
            .optional("spentElsewhere", .array(of: .money)),
            .optional("refundedElsewhere", .array(of: .money)),
            .required("statedAt", .map(of: .instant), "When the word that counts was said, by field.")
        )
    )
}
