package io.snowkeeper.springtest.r2dbc;

import java.util.UUID;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;

interface Events extends ReactiveCrudRepository<Event, UUID> {}
