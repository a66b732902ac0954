extension TraceList: Codable {}
