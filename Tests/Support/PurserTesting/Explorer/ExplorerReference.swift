import AppStoreSimulator

/// How programs name a transaction before it exists: `$@anna.3` is anna's transaction that is third from her newest,
/// which is number 0; whoever has fewer is counted around again.
enum ExplorerReference {
    /// The spelling of a reference.
    static func text(customer: String, back: Int) -> String {
        "$@\(customer).\(back)"
    }

    /// The identifier that a reference stands for now; `nil` when the customer has no transaction.
    ///
    /// What is no reference stands for itself.
    static func resolve(_ text: String, in world: World) -> String? {
        guard text.hasPrefix("$@"), let dot = text.lastIndex(of: "."), let back = Int(text[text.index(after: dot)...])
        else { return text }
        let name = String(text[text.index(text.startIndex, offsetBy: 2)..<dot])
        let all = world.transactions(of: WorldCustomer(name: name))
        guard !all.isEmpty else { return nil }
        return all[all.count - 1 - back % all.count].transactionId
    }
}
