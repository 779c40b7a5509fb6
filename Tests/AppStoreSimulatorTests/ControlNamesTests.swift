import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// Tests that unknown names are refused with the nearest known one.
@Suite struct ControlNamesTests {
    private func during(_ act: (SimulatorServerTests.Caller) async throws -> Void) async throws {
        let worlds = Worlds(main: try Shop.world()) { 0 }
        try await SimulatorServerTests.during(
            { ready in
                SimulatorServer(worlds: worlds, receiver: nil, logger: SimulatorServerTests.quiet, onReady: ready)
            },
            act
        )
    }

    @Test("Every route of the control interface refuses an unknown parameter")
    func parameters() async throws {
        try await self.during { caller in
            let document = try JSONValue(json: await caller.get("/_sim/v1/openapi.json").bytes)
            guard case .object(let paths)? = document["paths"] else {
                Issue.record("The document has no paths.")
                return
            }
            #expect(paths.count > 20)
            for path in paths {
                guard case .object(let operations) = path.value else { continue }
                let target = path.key.replacing(/\{[^}]*\}/, with: "1")
                for operation in operations {
                    for prefix in target.hasPrefix("/_sim/v1/worlds") ? [""] : ["", "/w/main"] {
                        let address = "\(prefix)\(target)?unheard=1"
                        let answer =
                            switch operation.key {
                            case "get": try await caller.get(address)
                            case "post": try await caller.post(address)
                            default: try await caller.delete(address)
                            }
                        #expect(answer.status == 400, "\(operation.key) \(address)")
                        #expect(try answer.field("code", as: String.self) == "unknown_parameter", "\(address)")
                    }
                }
            }
            let description = try await caller.get("/_sim/v1/openapi.json?unheard=1")
            #expect(description.status == 400)
            // Apple's paths do not check the names of parameters.
            let apple = try await caller.get("/inApps/v1/transactions/1?unheard=1")
            #expect(apple.status == 401)
        }
    }

    @Test("The error for an unknown reason names the nearest one, or the page that lists them")
    func reasons() {
        let near = WorldError.invalidValue(field: "reason", "UNINTENDED_PURCHAS").message
        #expect(near.contains("Did you mean UNINTENDED_PURCHASE?"), "\(near)")
        let other = WorldError.invalidValue(field: "reason", "2").message
        #expect(other.contains("simulator-actions.md"), "\(other)")
    }

    @Test("The errors for unknown parameters, actions, fields, values and switches name the nearest one")
    func nearest() async throws {
        let cases: [(path: String, body: String, code: String, says: String)] = [
            ("actions", #"{"action":"by"}"#, "unknown_action", "Did you mean buy?"),
            ("actions", #"{"action":"fly-away"}"#, "unknown_action", "simulator-actions.md"),
            (
                "actions", #"{"action":"buy","customer":"a","produkt":"x"}"#, "unknown_field",
                "The action buy has no field produkt. Did you mean product?"
            ),
            (
                "actions", #"{"action":"cancel","customer":"a","product":"x","days":1}"#, "unknown_field",
                "It takes app,"
            ),
            (
                "actions", #"{"action":"addFault","fault":{"effect":"drop","cont":1}}"#, "unknown_field",
                "Did you mean fault.count?"
            ),
            (
                "actions", #"{"action":"addFault","fault":{"effect":"doubel"}}"#, "invalid_value",
                "The field fault.effect cannot be doubel. Did you mean double?"
            ),
            (
                "actions", #"{"action":"setSwitch","name":"announceRenewalLimit","enabled":true}"#, "unknown_switch",
                "Did you mean announcesRenewalLimit?"
            ),
            ("clock/advance", #"{"by":"1 month"}"#, "invalid_value", "Write P1M for a month"),
            ("clock/advance", #"{}"#, "missing_field", "Write P1M for a month"),
            ("clock/advance", #"{"by":5}"#, "invalid_body", "The field by has a value of the wrong type."),
            ("clock", #"{"rat":2}"#, "unknown_field", "Did you mean rate?"),
            ("worlds", #"{"name":"x","sead":2}"#, "unknown_field", "Did you mean seed?"),
            ("worlds", #"{"name":"x","profile":"sandbox-4m"}"#, "invalid_value", "Did you mean sandbox-3m?"),
        ]
        try await self.during { caller in
            for (path, body, code, says) in cases {
                let answer = try await caller.post("/_sim/v1/\(path)", body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.field("code", as: String.self) == code, "\(body)")
                let message = try answer.field("message", as: String.self)
                #expect(message.contains(says), "\(body): \(message)")
            }
            let journal = try await caller.get("/_sim/v1/journal?form=3")
            #expect(try journal.field("message", as: String.self).contains("Did you mean from?"))
        }
    }
}
