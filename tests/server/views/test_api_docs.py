from fastapi.testclient import TestClient


def test_the_manual_lists_every_question_with_the_fields_of_its_answer(client: TestClient) -> None:
    page = client.get("/api/docs").text
    for path in client.get("/api/openapi.json").json()["paths"]:
        assert path in page
    assert "<code>closeness</code>" in page


def test_the_manual_loads_nothing_from_anywhere(client: TestClient) -> None:
    page = client.get("/api/docs").text
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
