package io.snowkeeper.springtest.r2dbc;

import org.springframework.data.repository.reactive.ReactiveCrudRepository;

interface Lines extends ReactiveCrudRepository<Line, Long> {}
