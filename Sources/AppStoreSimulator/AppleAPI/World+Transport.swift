public import AppStore
import Foundation

extension World {
    /// The transport from the real client of Apple's server interfaces to this world, without a network.
    ///
    /// The hosts in the addresses have no meaning; give the client `AppStoreHosts(address:)` with any. A client that
    /// uses ``time`` waits on this world's clock. Faults that cut responses take effect, latencies do not. A
    /// performance test of the realtime endpoint that a request starts stays pending.
    public var transport: AppStoreTransport {
        AppStoreTransport { call, _ throws(AppStoreTransportError) in
            guard !Task.isCancelled else { throw .canceled }
            guard let parts = URLComponents(string: call.url) else { throw .unreachable }
            let request = AppleAPIRequest(
                call.method,
                parts.percentEncodedPath,
                query: (parts.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") },
                headers: Dictionary(call.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
                body: call.body ?? []
            )
            let response = self.answer(request, wallClockSeconds: self.now.milliseconds / 1000)
            guard !response.isCut else { throw .interrupted }
            return AppStoreHTTPResponse(
                status: response.status,
                headers: response.headers.map { (name: $0.key, value: $0.value) },
                body: response.body
            )
        }
    }

    /// This world's clock, for clients of Apple's server interfaces: when a client waits, the clock advances.
    public var time: AppStoreTime {
        AppStoreTime(
            now: { self.now.milliseconds },
            wallNow: { self.now.milliseconds },
            sleep: { length in
                try Task.checkCancellation()
                try self.advance(by: max(length, .milliseconds(1)))
            }
        )
    }
}
