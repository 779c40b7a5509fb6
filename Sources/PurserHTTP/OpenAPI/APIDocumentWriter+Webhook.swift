import AppStore
import Ledger

extension APIDocumentWriter {
    /// What this server sends, by the name of the event (OpenAPI 3.1, `webhooks`).
    mutating func webhooks() -> JSONValue {
        .object(EventName.allCases.map { JSONMember(key: $0.rawValue, value: self.webhook($0)) })
    }

    private mutating func webhook(_ name: EventName) -> JSONValue {
        // A field of a later version may come in an event, so it is described as an answer is.
        let schema = self.write(EventForm.schema(of: name), inRequest: false)
        return .members([
            "post": .members([
                "summary": .string(EventForm.summary(of: name)),
                "requestBody": .members([
                    "required": .bool(true),
                    "content": .members(["application/json": .members(["schema": schema])]),
                ]),
                "responses": .members([
                    "2XX": .members(["description": .string("It was taken; it is not sent again.")])
                ]),
            ])
        ])
    }
}
