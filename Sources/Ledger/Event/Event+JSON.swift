import Notation

extension Event {
    /// The whole event as a JSON object in UTF-8, without line breaks.
    package var json: [UInt8] {
        var json = JSONText()
        json.add("id", self.id.rawValue)
        json.add("name", self.name.rawValue)
        json.add("app", self.lane.app.rawValue)
        switch self.lane.subject {
        case .customer(let customer): json.add("customer", customer.rawValue)
        case .chain(let environment, let chain):
            json.add("chain") { json in
                json.add("environment", environment.rawValue)
                json.add("originalTransaction", chain.rawValue)
            }
        case .notification: break
        }
        json.add("number", self.number)
        json.add("occurredAt", self.occurredAt)
        json.add("data", json: self.body)
        return json.bytes
    }
}
