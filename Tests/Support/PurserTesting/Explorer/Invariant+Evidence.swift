import AppStore
import AppStoreSimulator
import Ledger

extension Invariant {
    /// No chain gives access that nothing said allows: no paid period, no grace, no announced period that is missing,
    /// no silence shorter than the leeway.
    static let noOverGrant = Invariant("over-grant") { scene in
        scene.chains.compactMap { chain in
            let evidence = ExplorerEvidence(of: chain, in: scene.received)
            guard let product = scene.accessibleProduct(of: chain) else { return nil }
            let isAllowed =
                chain.subscription == nil
                ? evidence.isRevoked != true : evidence.mayGiveAccess(at: scene.now, leeway: scene.leeway)
            return isAllowed ? nil : "\(chain.name) gives \(product), which nothing said allows"
        }
    }

    /// A period that the server has received gives access while it runs.
    static let noUnderGrant = Invariant("under-grant") { scene in
        scene.chains.compactMap { chain in
            let evidence = ExplorerEvidence(of: chain, in: scene.received)
            guard scene.accessibleProduct(of: chain) == nil, !evidence.isEmpty else { return nil }
            let isGiven: Bool
            if chain.subscription == nil {
                let kind = chain.periods.first.flatMap { ExplorerShop.worldCatalog.product($0.productId)?.kind }
                isGiven = kind == .nonConsumable && evidence.isRevoked == false
            } else {
                isGiven = evidence.mustGiveAccess(at: scene.now)
            }
            return isGiven ? "\(chain.name) gives nothing although a period runs" : nil
        }
    }

    /// All acknowledged evidence is in the ledger, and nothing else is.
    static let noLostPurchase = Invariant("lost purchase") { scene in
        var wrong: [String] = []
        for chain in scene.chains {
            for transaction in chain.transactions {
                let isReceived = scene.received.snapshots[transaction.transactionId] != nil
                let isKnown = scene.picture.transactions.contains(transaction.transactionId)
                if isReceived, !isKnown { wrong.append("\(transaction.transactionId) of \(chain.name) is lost") }
                if isKnown, !isReceived {
                    wrong.append("\(transaction.transactionId) of \(chain.name) came from nowhere")
                }
            }
        }
        let known = Set(scene.chains.flatMap(\.transactions).map(\.transactionId))
        for id in scene.picture.transactions.subtracting(known).sorted() { wrong.append("\(id) was never bought") }
        for (name, lines) in scene.picture.purchases where scene.speaking.contains(name) {
            let listed = Set(lines.flatMap(\.transactionIDs).map(\.rawValue))
            for transaction in scene.chains.filter({ $0.customer == name }).flatMap(\.transactions)
            where scene.received.submitters[transaction.transactionId] != nil
                && !listed.contains(transaction.transactionId)
            {
                wrong.append("\(name) submitted \(transaction.transactionId) and does not see it")
            }
        }
        return wrong.sorted()
    }

    /// A purchase that was received is counted once, with its quantity and the share that was given back.
    static let countedOnce = Invariant("counted once") { scene in
        var wrong: [String] = []
        for chain in scene.chains {
            for transaction in chain.periods {
                guard
                    let lines = scene.picture.purchases[chain.customer]?.filter({
                        $0.transactionIDs.contains(TransactionID(transaction.transactionId))
                    }), !lines.isEmpty
                else { continue }
                if lines.count > 1 { wrong.append("\(transaction.transactionId) is listed \(lines.count) times") }
                if lines[0].quantity != transaction.quantity {
                    wrong.append(
                        "\(transaction.transactionId) counts \(lines[0].quantity), not \(transaction.quantity)"
                    )
                }
                let word = scene.received.newest(transaction.transactionId)
                guard word?.revocationDate == transaction.revokedAt else { continue }
                let isTwin = lines[0].transactionIDs.count > 1
                if !isTwin, (lines[0].revocation != nil) != (transaction.revokedAt != nil) {
                    wrong.append("\(transaction.transactionId) is \(lines[0].state.rawValue)")
                }
            }
        }
        return wrong
    }
}
