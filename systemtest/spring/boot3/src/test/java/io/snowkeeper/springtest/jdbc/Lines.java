package io.snowkeeper.springtest.jdbc;

import org.springframework.data.repository.ListCrudRepository;

interface Lines extends ListCrudRepository<Line, Long> {}
