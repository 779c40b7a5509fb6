extension CustomerFact {
    /// What is said, as it is kept; `nil` takes back what was said before.
    package var text: String? { self.value?.text }
}

extension CustomerFact.Value {
    /// The value as it is kept.
    package var text: String {
        switch self {
        case .instant(let instant): String(instant.milliseconds)
        case .minutes(let minutes): String(minutes)
        case .status(let status): status.rawValue
        case .platforms(let platforms): platforms.map(\.rawValue).joined(separator: ",")
        case .amounts(let amounts):
            amounts.map { "\($0.currency):\($0.amountMilliunits)" }.joined(separator: ",")
        }
    }

    /// The value of a kept text, or `nil` when it is none of this topic's.
    package init?(_ text: String, about topic: CustomerFact.Topic) {
        let parts = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        switch topic {
        case .registeredAt:
            guard let milliseconds = Int64(text) else { return nil }
            self = .instant(Instant(milliseconds: milliseconds))
        case .playTime:
            guard let minutes = Int64(text) else { return nil }
            self = .minutes(minutes)
        case .accountStatus:
            guard let status = CustomerFact.AccountStatus(rawValue: text) else { return nil }
            self = .status(status)
        case .platforms:
            let platforms = parts.compactMap { CustomerFact.Platform(rawValue: String($0)) }
            guard platforms.count == parts.count else { return nil }
            self = .platforms(platforms)
        case .spentElsewhere, .refundedElsewhere:
            var amounts: [Money] = []
            for part in parts {
                let halves = part.split(separator: ":")
                guard halves.count == 2, let amount = Int64(halves[1]) else { return nil }
                amounts.append(Money(amountMilliunits: amount, currency: String(halves[0])))
            }
            self = .amounts(amounts)
        }
    }
}
