/// What became of a report that was put.
package enum ReportPutting: Hashable, Sendable {
    /// It is new; the number of the report whose place it took, if there was one.
    case new(number: Int64, supersedes: Int64?)
    /// It was kept before.
    ///
    /// It may count again: then the number of the report that counted meanwhile, whose place it took.
    case known(number: Int64, supersedes: Int64?)
}
