extension MetricsRoutes {
    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/metrics",
            id: "readMetrics",
            tag: .server,
            access: .document,
            summary: "The figures of the process, in the text form of Prometheus",
            description: "`docs/reference/metrics.md` explains each.",
            answers: [.file("text/plain", "The figures.")]
        )
    ]
}
