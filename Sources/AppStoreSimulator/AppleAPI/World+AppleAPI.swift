extension World {
    /// Answers a request to Apple's server interfaces, whole: the token is checked first, against the wall clock given
    /// in seconds since 1970.
    ///
    /// A performance test of the realtime endpoint that a request starts is the caller's to run, with
    /// `runPerformanceTest(_:app:sending:)`.
    public func answer(_ request: AppleAPIRequest, wallClockSeconds: Int64) -> AppleAPIResponse {
        self.update { $0.answer(request, wallClockSeconds: wallClockSeconds) }
    }
}
