import Notation

extension Movement {
    /// The maximum number of entries that are shown by lot.
    package static let shownEntryCount = 100

    /// The entries as answers and events show them; where there are more than `shownEntryCount`, they are summed up by
    /// account.
    package var shownEntries: [Entry] {
        guard self.entries.count > Self.shownEntryCount else { return self.entries }
        var accounts: [Account] = []
        var sums: [Account: Int64] = [:]
        for entry in self.entries {
            if sums[entry.account] == nil { accounts.append(entry.account) }
            sums[entry.account, default: 0] += entry.quantity
        }
        return accounts.map { Entry($0, lot: nil, sums[$0] ?? 0) }
    }

    /// Returns the draft of the event that publishes the movement: the balance after it, and its content.
    ///
    /// The requester's reason is left out, because it may contain personal data.
    package func draft(in wallet: WalletName) -> EventDerivation.Draft {
        var json = JSONText()
        json.add("environment", wallet.environment.rawValue)
        json.add("wallet") { json in
            json.add("coin", wallet.coin.rawValue)
            json.add("balance", self.balance)
            json.add("available", self.balance - self.held)
            json.add("held", self.held)
            json.add("debt", self.debt)
            json.add("movements", self.number)
        }
        json.add("movement") { json in
            json.add("number", self.number)
            json.add("kind", self.kind.rawValue)
            json.add("quantity", self.quantity)
            json.add("cause", self.cause.rawValue)
            json.add("key", self.key.rawValue)
            json.add("at", self.at)
            json.add("purchase", self.purchase?.spelling)
            json.add("expiresAt", self.expiresAt)
            json.add("entries", self.shownEntries) { json, entry in
                json.add("account", entry.account.rawValue)
                json.add("lot", entry.lot)
                json.add("quantity", entry.quantity)
            }
        }
        return EventDerivation.Draft(recipient: wallet.customer, name: self.kind.event, body: json.bytes)
    }
}

extension Movement.Kind {
    /// The name of its event.
    package var event: EventName {
        switch self {
        case .credited: .walletCredited
        case .granted: .walletGranted
        case .spent: .walletSpent
        case .adjusted: .walletAdjusted
        case .held: .walletHeld
        case .released: .walletReleased
        case .revoked: .walletRevoked
        case .restored: .walletRestored
        case .expired: .walletExpired
        case .merged: .walletMerged
        }
    }
}
